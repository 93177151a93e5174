# The functions that public headers declare and libraries define. All that lies in a class or namespace goes with it.
set(public Registry::global Registry::add Registry::expect erased_case name_of version commit simulator::active_lanes
    parse_integer parse_positive parse_real shortest cuda::fork cuda::join cuda::drop_side_streams)
foreach(name dynamic_shared_memory static_shared_memory subset AsyncCopy CopyQueue SharedPipeline block_barrier
        block_threads check_async_copy complete copy_on_stream fill_on_stream name_of races run_grid shared_pipeline
        thread_copies thread_rank to_string trap undisturbed wait_for warp_operation yield_thread)
  list(APPEND public simulator::${name})
endforeach()
set(RUNGS_PUBLIC_SYMBOLS ${public} CACHE INTERNAL "What variants may call")

# Writes what a program shows to variants that it loads, as a list for the linker: these, and the cases' own.
function(rungs_write_exported file)
  list(TRANSFORM RUNGS_PUBLIC_SYMBOLS REPLACE "(.+)" "    rungs::\\1*|\n" OUTPUT_VARIABLE patterns)
  string(JOIN "" patterns ${patterns})
  string(REPLACE "|" ";" patterns "${patterns}")
  set(others "_ZN[0-46-9]*;_ZNK[0-46-9]*;_Z[!NT]*;_ZT[VI][0-9]*;_ZT[VI]N[0-46-9]*")
  set(before "")
  foreach(letter IN ITEMS r u n g s)  # names of five letters that are not rungs
    list(APPEND others "_ZN5${before}[!${letter}]*" "_ZNK5${before}[!${letter}]*" "_ZT[VI]N5${before}[!${letter}]*")
    string(APPEND before ${letter})
  endforeach()
  string(REPLACE ";" "; " others "${others}")
  file(CONFIGURE OUTPUT ${file} CONTENT "{\n  ${others};\n  extern \"C++\" {\n    rungs::AnyCase*rungs::erased_case*;\n${patterns}  };\n};\n" @ONLY)
endfunction()
