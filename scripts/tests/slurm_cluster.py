"""A Slurm cluster of this machine alone: munged, slurmctld and two slurmd on the loopback address, as root.

Its GPUs are made up: terminals that Slurm hands out as if they were GPUs, so that each task finds its own
CUDA_VISIBLE_DEVICES. Everything lies in one folder, and nothing is left running.
"""

import os
import shutil
import signal
import socket
import subprocess
import time
from pathlib import Path

NODES, GPUS = ("n1", "n2"), 8  # GPUs of a node
PROGRAMS = ("munged", "slurmctld", "slurmd", "sbatch", "squeue", "sinfo", "scontrol")
START_SECONDS = 60
CONFIGURATION = """\
ClusterName=rungs_test
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={controller}
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket
CredType=cred/munge
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool/%n
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/%n.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SlurmdParameters=config_overrides
SchedulerParameters=sched_interval=1,bf_interval=1
GresTypes=gpu
MpiDefault=none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
PartitionName=main Nodes=ALL Default=YES MaxTime=INFINITE State=UP
"""


def missing():
    """Why no cluster can be made here; '' where one can."""
    if os.environ.get("RUNGS_TEST_SLURM") != "1":
        return "a Slurm cluster is started only with RUNGS_TEST_SLURM=1"
    if os.geteuid() != 0:
        return "slurmd needs root"
    gone = [name for name in PROGRAMS if not shutil.which(name)]
    if gone:
        return f"no {', '.join(gone)} (Debian: munge slurmctld slurmd slurm-client)"
    if not all(Path(f"/dev/tty{number}").exists() for number in range(1, len(NODES) * GPUS + 1)):
        return "too few /dev/tty* to stand for GPUs"
    return ""


def _free_ports(count):
    sockets = [socket.socket() for _ in range(count)]
    for one in sockets:
        one.bind(("127.0.0.1", 0))
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return ports


class Cluster:
    """Use as a context; `environment` is what its commands need."""

    def __init__(self, folder):
        self.folder = folder
        self.environment = {**os.environ, "SLURM_CONF": str(folder / "slurm.conf")}
        self.environment.pop("CUDA_VISIBLE_DEVICES", None)
        for name in ("state", "spool"):
            (folder / name).mkdir()
        controller, *ports = _free_ports(1 + len(NODES))
        host = socket.gethostname().split(".")[0]
        lines = CONFIGURATION.format(host=host, folder=folder, controller=controller).splitlines()
        lines += [f"NodeName={name} NodeHostname={host} NodeAddr=127.0.0.1 Port={port} CPUs={GPUS} Gres=gpu:{GPUS}"
                  for name, port in zip(NODES, ports)]
        (folder / "slurm.conf").write_text("\n".join(lines) + "\n", encoding="utf-8")
        (folder / "gres.conf").write_text("".join(
            f"NodeName={name} Name=gpu File=/dev/tty[{GPUS * at + 1}-{GPUS * (at + 1)}] Flags=nvidia_gpu_env\n"
            for at, name in enumerate(NODES)), encoding="utf-8")
        (folder / "munge.key").write_bytes(os.urandom(1024))
        (folder / "munge.key").chmod(0o400)
        folder.chmod(0o755)  # munged refuses a folder that others may write
        self._running = []

    def __enter__(self):
        of = self.folder
        try:
            self._start("munged", "--foreground", "--force", f"--key-file={of}/munge.key",
                        f"--socket={of}/munge.socket", f"--pid-file={of}/munged.pid", f"--log-file={of}/munged.log",
                        f"--seed-file={of}/munged.seed")
            self.wait(lambda: (of / "munge.socket").exists(), START_SECONDS)
            self._start("slurmctld", "-D")
            for name in NODES:
                self._start("slurmd", "-D", "-N", name)
            nodes = ("sinfo", "--noheader", "--Node", "--format=%t")
            self.wait(lambda: self.call(*nodes).split() == ["idle"] * len(NODES), START_SECONDS)
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        for process in reversed(self._running):
            process.send_signal(signal.SIGTERM)
        for process in reversed(self._running):
            try:
                process.wait(timeout=20)
            except subprocess.TimeoutExpired:
                process.kill()

    def _start(self, *command):
        with open(self.folder / f"{command[0]}.out", "ab") as out:
            self._running.append(subprocess.Popen(command, env=self.environment, stdin=subprocess.DEVNULL, stdout=out,
                                                  stderr=out))

    def call(self, *command):
        """What one of Slurm's commands prints; '' where it fails."""
        done = subprocess.run(command, env=self.environment, capture_output=True, text=True, check=False, timeout=60)
        return done.stdout if done.returncode == 0 else ""

    def wait(self, condition, seconds):
        """Waits until a condition holds; shows the ends of all logs where it does not."""
        end = time.monotonic() + seconds
        while not condition():
            if time.monotonic() > end:
                logs = sorted([*self.folder.glob("*.log"), *self.folder.glob("*.out")])
                raise AssertionError("\n".join(f"{path.name}:\n{path.read_text(errors='replace')[-1500:]}"
                                               for path in logs))
            time.sleep(0.1)

    def wait_for_jobs(self, seconds=120):
        """Until no job is left."""
        self.wait(lambda: self.call("squeue", "--noheader") == "", seconds)
