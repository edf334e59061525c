# What the pages take from npm (typefaces, a YAML reader) is fetched while configuring, never while building, and
# kept where every preset finds it: once it is there, no build needs a network. Fetched again when the lock file changes.
#   menagerie_fetch_npm(MODULES_VARIABLE): sets the variable to the folder node_modules

function(menagerie_fetch_npm modules_variable)
  set(files package.json package-lock.json .npmrc)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${files})
  string(FIND ${CMAKE_BINARY_DIR} ${CMAKE_SOURCE_DIR}/build/ beside_presets)
  if(beside_presets EQUAL 0)
    set(default ${CMAKE_SOURCE_DIR}/build/npm/web)
  else()
    set(default ${CMAKE_BINARY_DIR}/npm)
  endif()
  set(MENAGERIE_NPM_DIR ${default} CACHE PATH "Where npm's packages for the pages are kept, for every preset")
  set(folder ${MENAGERIE_NPM_DIR})
  set(${modules_variable} ${folder}/node_modules PARENT_SCOPE)

  file(MAKE_DIRECTORY ${folder})
  file(LOCK ${folder} DIRECTORY GUARD FUNCTION) # two presets may be configured at once
  set(fetched ${folder}/fetched-package-lock.json)
  execute_process(COMMAND ${CMAKE_COMMAND} -E compare_files ${CMAKE_CURRENT_SOURCE_DIR}/package-lock.json ${fetched}
    RESULT_VARIABLE differs OUTPUT_QUIET ERROR_QUIET)
  if(NOT differs)
    return()
  endif()

  find_program(NPM npm)
  if(NOT NPM)
    message(FATAL_ERROR "npm is missing: install it (Debian: npm), so that what web/package-lock.json lists can be fetched")
  endif()
  file(REMOVE ${fetched})
  foreach(file IN LISTS files)
    file(COPY ${CMAKE_CURRENT_SOURCE_DIR}/${file} DESTINATION ${folder})
  endforeach()
  message(NOTICE "Fetching from npm what web/package-lock.json lists")
  execute_process(
    COMMAND ${NPM} ci --no-audit --no-fund --ignore-scripts --loglevel=error
      --fetch-retries=2 --fetch-retry-mintimeout=1000 --fetch-retry-maxtimeout=5000
    WORKING_DIRECTORY ${folder} RESULT_VARIABLE failed OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(failed)
    message(FATAL_ERROR "npm could not fetch what web/package-lock.json lists (typefaces, yaml):\n${output}\n"
      "Is npm's registry reachable from here? `npm config get registry` tells which one it is. These packages are fetched "
      "only once, into ${folder}; a copy of that folder from another machine does as well.")
  endif()
  file(COPY_FILE ${folder}/package-lock.json ${fetched})
endfunction()
