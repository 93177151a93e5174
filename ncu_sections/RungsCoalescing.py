"""Says how many sectors a request takes, and how much of a sector is used."""
from rungs_rule import described, opened, say, short, value

SECTOR = 32  # bytes
ENOUGH = 0.8  # of a sector used: a row that does not start at a sector costs a little
FEW = 2  # sectors a request: neighbouring bytes that straddle a border, or one element for all lanes

KINDS = (("Loads", "ld"), ("Stores", "st"), ("Asynchronous copies", "ldgsts_cache_access"))

get_identifier, get_name, get_description, get_section_identifier = described(
    "RungsCoalescing", "Sectors a request",
    "Sectors of 32 bytes that a warp's request takes, and the bytes used of each")


def sentence(kind, requests, sectors, used):
    """(kind of message, text) on one kind of access; `used`, the bytes used of a sector, may be None."""
    each = sectors / requests
    text = f"{kind}: {short(requests)} requests of warps take {each:.3g} sectors each"
    if used is None:
        return "OK", f"{text} (4 is perfect for four-byte elements, 16 for sixteen-byte ones)."
    text += f"; {used:.3g} of the {SECTOR} bytes of a sector are used"
    if used < ENOUGH * SECTOR and each <= FEW:
        return "OK", f"{text}. So few sectors are no waste: elements are narrow or shared, or few lanes are active."
    if used < ENOUGH * SECTOR:
        return "OPTIMIZATION", f"{text}. Lanes side by side should touch elements side by side."
    return "OK", f"{text}."


def apply(handle):
    kernel, frontend = opened(handle)
    for kind, operation in KINDS:
        requests = value(kernel, f"l1tex__t_requests_pipe_lsu_mem_global_op_{operation}.sum")
        sectors = value(kernel, f"l1tex__t_sectors_pipe_lsu_mem_global_op_{operation}.sum")
        if requests and sectors is not None:
            used = None if operation == "ldgsts_cache_access" else value(
                kernel, f"smsp__sass_average_data_bytes_per_sector_mem_global_op_{operation}.ratio")
            say(frontend, *sentence(kind, requests, sectors, used), kind)
