# What `cmake --install` and `cpack` give: headers, static libraries, the CMake package, sections for Nsight Compute.
include(CMakePackageConfigHelpers)
include(GNUInstallDirs)
set(package ${CMAKE_INSTALL_LIBDIR}/cmake/Rungs)
set(here ${PROJECT_SOURCE_DIR}/harness)

# What must be built before `cmake --install`.
add_custom_target(rungs_libraries)
foreach(library rungs_core rungs_simulator rungs_main rungs_c_api rungs_ceilings rungs_cuda rungs_c_api_cuda
        rungs_ceilings_on_gpu)
  if(TARGET ${library})
    add_dependencies(rungs_libraries ${library})
  endif()
endforeach()

install(TARGETS rungs_core rungs_simulator rungs_main rungs_c_api rungs_ceilings EXPORT RungsTargets
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(EXPORT RungsTargets NAMESPACE rungs:: DESTINATION ${package})
if(RUNGS_HAS_CUDA)
  install(TARGETS rungs_cuda rungs_c_api_cuda rungs_ceilings_on_gpu EXPORT RungsCudaTargets
          ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
  install(EXPORT RungsCudaTargets NAMESPACE rungs:: DESTINATION ${package})
endif()

install(DIRECTORY ${here}/include/rungs DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(DIRECTORY ${here}/simulator/include/ DESTINATION ${CMAKE_INSTALL_DATADIR}/rungs/simulator_include)
install(FILES ${here}/output/columns.csv DESTINATION ${CMAKE_INSTALL_DATADIR}/rungs)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/ncu_sections DESTINATION ${CMAKE_INSTALL_DATADIR}/rungs)
install(DIRECTORY ${here}/cmake/simulated DESTINATION ${package})
install(FILES ${here}/cmake/RungsFunctions.cmake ${here}/cmake/variants.cmake ${here}/cmake/cuda.cmake
              ${here}/cmake/stamp.cmake ${here}/cmake/check_symbols.cmake ${here}/cmake/public_symbols.cmake
              ${here}/cmake/program.cpp.in ${here}/cmake/sources.cmake
              ${here}/cmake/registration.cpp.in ${here}/cmake/variant_tests.cmake ${here}/cmake/c_api.map DESTINATION ${package})
set(RUNGS_BUILT_WITH_CUDA ${RUNGS_HAS_CUDA})
configure_package_config_file(${here}/cmake/RungsConfig.cmake.in ${CMAKE_CURRENT_BINARY_DIR}/RungsConfig.cmake
                              INSTALL_DESTINATION ${package})
write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/RungsConfigVersion.cmake COMPATIBILITY SameMajorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/RungsConfig.cmake ${CMAKE_CURRENT_BINARY_DIR}/RungsConfigVersion.cmake
        DESTINATION ${package})

set(CPACK_PACKAGE_NAME rungs)
set(CPACK_PACKAGE_CONTACT "the makers of Rungs")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "CUDA microbenchmarks: verified, timed and compared variants of kernels")
set(CPACK_GENERATOR TGZ DEB)
set(CPACK_DEBIAN_PACKAGE_DEPENDS "libbenchmark-dev, libboost-context-dev, libfmt-dev, libpng-dev")
if(PROJECT_IS_TOP_LEVEL)
  include(CPack)
endif()
