# Installs the library, static and shared, into folders of its own and builds programs in C and C++ against each, found
# by CMake and found by pkg-config.
#   cmake -DPROJECT=… -DBUILD=… -DWORK=… -DTABLES_BY=… -DCC=… -DCXX=… -DFLAGS=… -P run.cmake
# BUILD: a finished build, of either flavour; the other one is built here. TABLES_BY: the program `jetan`.
function(run)
  execute_process(COMMAND ${ARGN} COMMAND_ECHO STDOUT COMMAND_ERROR_IS_FATAL ANY)
endfunction()

set(source ${PROJECT}/tests/install)
set(compilers -DCMAKE_C_COMPILER=${CC} -DCMAKE_CXX_COMPILER=${CXX} -DCMAKE_C_FLAGS=${FLAGS} -DCMAKE_CXX_FLAGS=${FLAGS})

# use(PREFIX): every program finds what is installed there, and answers as it should.
function(use prefix)
  file(GLOB_RECURSE pc_file ${prefix}/jetan-probe.pc)
  get_filename_component(pc_folder ${pc_file} DIRECTORY)
  set(ENV{PKG_CONFIG_PATH} ${pc_folder})
  set(ENV{LD_LIBRARY_PATH} ${pc_folder}/..)  # of programs that pkg-config's flags linked with a shared library
  execute_process(COMMAND pkg-config --cflags --libs jetan-probe OUTPUT_VARIABLE flags COMMAND_ERROR_IS_FATAL ANY)
  separate_arguments(flags UNIX_COMMAND "${FLAGS} ${flags}")
  foreach(language c cpp)
    set(program ${prefix}/programs/${language})
    run(${CMAKE_COMMAND} -S ${source}/${language} -B ${program} -DCMAKE_PREFIX_PATH=${prefix} ${compilers})
    run(${CMAKE_COMMAND} --build ${program})
    if(language STREQUAL c)
      set(compile ${CC} -std=c99 -pedantic -Wall -Wextra -Wconversion -Werror)
    else()
      set(compile ${CXX} -std=c++20)
    endif()
    run(${compile} ${source}/${language}/consumer.${language} -o ${program}/by_pkg_config ${flags})
    foreach(name consumer by_pkg_config)
      run(${program}/${name})
      if(language STREQUAL c)
        run(${program}/${name} ${WORK}/tables)
      endif()
    endforeach()
  endforeach()
endfunction()

file(REMOVE_RECURSE ${WORK})
run(${TABLES_BY} gen CRvR --tables ${WORK}/tables)

run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${WORK}/as_built)
use(${WORK}/as_built)

load_cache(${BUILD} READ_WITH_PREFIX as_built_ BUILD_SHARED_LIBS)
set(other_shared ON)
if(as_built_BUILD_SHARED_LIBS)
  set(other_shared OFF)
endif()
run(${CMAKE_COMMAND} -S ${PROJECT} -B ${WORK}/other_build -DBUILD_SHARED_LIBS=${other_shared} -DJETAN_TESTS=OFF
    -DJETAN_PYTHON=OFF -DCMAKE_BUILD_TYPE=Debug ${compilers})
run(${CMAKE_COMMAND} --build ${WORK}/other_build --target jetan_probe --parallel)
run(${CMAKE_COMMAND} --install ${WORK}/other_build --prefix ${WORK}/other --component probe)
use(${WORK}/other)

# Every function that the C header declares is there, with its version.
file(GLOB_RECURSE shared_library ${WORK}/*/libjetan_probe.so)
list(FILTER shared_library EXCLUDE REGEX _build/)
execute_process(COMMAND nm -D --with-symbol-versions ${shared_library} OUTPUT_VARIABLE symbols
                COMMAND_ERROR_IS_FATAL ANY)
file(READ ${PROJECT}/probe/jetan_probe.h header)
string(REGEX MATCHALL "\nJETAN_API [^(]*\\(" declarations "${header}")
list(LENGTH declarations declared)
if(declared LESS 20)
  message(FATAL_ERROR "only ${declared} functions found in the header")
endif()
foreach(declaration IN LISTS declarations)
  string(REGEX MATCH "jetan_[a-z_]+\\($" name "${declaration}")
  string(REPLACE "(" "" name "${name}")
  if(NOT symbols MATCHES " T ${name}@@JETAN_0.1\n")
    message(FATAL_ERROR "${name} is not in ${shared_library} with its version")
  endif()
endforeach()

# The header is good C and C++ of every age.
foreach(standard c99 c11 c17 c++11 c++17 c++20)
  if(standard MATCHES "\\+")
    set(compile ${CXX} -x c++)
  else()
    set(compile ${CC} -x c)
  endif()
  run(${compile} -std=${standard} -fsyntax-only -pedantic -Wall -Wextra -Wconversion -Werror ${PROJECT}/probe/jetan_probe.h)
endforeach()
