// Files that are appended to: without locks, and gone again where nothing was written.
#include "harness/output/append_file.hpp"
#include <gtest/gtest.h>
#include <sys/file.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <cerrno>
#include <rungs/core/errors.hpp>
#include "harness/tests/own_folder.hpp"
#include "harness/tests/said.hpp"

static int no_locks = 0;  // what flock fails with; 0: it works

extern "C" int flock(int descriptor, int how) noexcept {
  if (no_locks == 0) return static_cast<int>(::syscall(SYS_flock, descriptor, how));
  errno = no_locks;
  return -1;
}

namespace {

using namespace rungs;

TEST_F(OwnFolder, AFileSystemWithoutLocksIsWarnedOfOnce) {
  ::testing::internal::CaptureStderr();
  for (const int error : {ENOLCK, ENOSYS, EOPNOTSUPP}) {
    no_locks = error;
    AppendFile file("--out", folder_ / std::to_string(error));
    file.append("one\n");
    EXPECT_EQ(file.text(), "one\n");
  }
  no_locks = 0;
  const std::string said = ::testing::internal::GetCapturedStderr();
  EXPECT_HAS(said, "cannot be locked (No locks available): let no other run write it\n");
  EXPECT_EQ(said.find('\n'), said.size() - 1);
}

TEST_F(OwnFolder, AByteOrderMarkIsNoPartOfTheText) {
  put(path_, "\xEF\xBB\xBFone\ncut");
  AppendFile file("--out", path_);
  EXPECT_EQ(file.text(), "one\ncut");
  file.cut(4);
  file.append("two\n");
  EXPECT_EQ(file.text(), "one\ntwo\n");
}

}  // namespace
