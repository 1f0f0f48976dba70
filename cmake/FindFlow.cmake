# The libraries under src/flow: SUNDIALS (CVODE) for stiff and long loose runs, HDF5 for trajectories. Adds to LIAISON_INCLUDES,
# LIAISON_DIRECTORIES and LIAISON_LIBRARIES, as FindAlgebra.cmake does.
need_library(cvode/cvode.h sundials_cvode)
need_library(sunlinsol/sunlinsol_dense.h sundials_sunlinsoldense)
need_library(sunmatrix/sunmatrix_dense.h sundials_sunmatrixdense)
need_library(sunnonlinsol/sunnonlinsol_fixedpoint.h sundials_sunnonlinsolfixedpoint)
need_library(nvector/nvector_serial.h sundials_nvecserial)

pkg_search_module(HDF5 REQUIRED hdf5-serial hdf5)
list(APPEND LIAISON_INCLUDES ${HDF5_INCLUDE_DIRS})
list(APPEND LIAISON_DIRECTORIES ${HDF5_LIBRARY_DIRS})
list(APPEND LIAISON_LIBRARIES ${HDF5_LIBRARIES} ${CMAKE_DL_LIBS})
list(REMOVE_DUPLICATES LIAISON_DIRECTORIES)
list(REMOVE_DUPLICATES LIAISON_INCLUDES)
