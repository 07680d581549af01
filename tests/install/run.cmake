# Installs a build into a folder of its own and builds a program against it, found by CMake and found by pkg-config.
#   cmake -DBUILD=… -DWORK=… -DSOURCE=… -DCXX=… -DCXX_FLAGS=… -P run.cmake
function(run)
  execute_process(COMMAND ${ARGN} COMMAND_ECHO STDOUT COMMAND_ERROR_IS_FATAL ANY)
endfunction()

file(REMOVE_RECURSE ${WORK})
run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${WORK}/prefix)

run(${CMAKE_COMMAND} -S ${SOURCE} -B ${WORK}/build -DCMAKE_PREFIX_PATH=${WORK}/prefix -DCMAKE_CXX_COMPILER=${CXX}
    -DCMAKE_CXX_FLAGS=${CXX_FLAGS})
run(${CMAKE_COMMAND} --build ${WORK}/build)
run(${WORK}/build/consumer)

file(GLOB_RECURSE pc_file ${WORK}/prefix/jetan-probe.pc)
get_filename_component(pc_folder ${pc_file} DIRECTORY)
set(ENV{PKG_CONFIG_PATH} ${pc_folder})
execute_process(COMMAND pkg-config --cflags --libs jetan-probe OUTPUT_VARIABLE flags COMMAND_ERROR_IS_FATAL ANY)
separate_arguments(flags UNIX_COMMAND "${CXX_FLAGS} ${flags}")
run(${CXX} -std=c++20 ${SOURCE}/consumer.cpp -o ${WORK}/consumer ${flags})
set(ENV{LD_LIBRARY_PATH} ${pc_folder}/..)  # for shared libraries
run(${WORK}/consumer)
