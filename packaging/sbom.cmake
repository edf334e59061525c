cmake_minimum_required(VERSION 3.25)
# Lists what a build is made of, as SPDX 2.3, and gathers the licences: cmake -DPROGRAM=... -DFONTS=... -DOUT=FOLDER -P sbom.cmake
# Debian's packages are asked of dpkg: those of the shared libraries, and those whose headers or archives are compiled in.
include(${CMAKE_CURRENT_LIST_DIR}/licences.cmake)

function(run variable)  # a program that succeeds
  execute_process(COMMAND ${ARGN} OUTPUT_VARIABLE output ERROR_QUIET COMMAND_ERROR_IS_FATAL ANY)
  set(${variable} "${output}" PARENT_SCOPE)
endfunction()

# The packages that own these files. /lib and /usr/lib are the same folder, and dpkg knows a file by one of its names.
function(owners_of variable)
  list(TRANSFORM ARGN REPLACE "^/usr" "" OUTPUT_VARIABLE short)
  list(TRANSFORM short PREPEND "/usr" OUTPUT_VARIABLE long)
  # Its exit status tells of names that are nobody's, of which there are some here.
  execute_process(COMMAND dpkg-query -S ${short} ${long} OUTPUT_VARIABLE output ERROR_QUIET)
  set(owners)
  foreach(file IN LISTS short)
    string(REGEX REPLACE "([][+.*()^$?|])" "\\\\\\1" pattern ${file})
    if(NOT "\n${output}" MATCHES "\n([^:, \n]+)[^ \n]*: (/usr)?${pattern}\n")
      message(FATAL_ERROR "no package owns ${file}")
    endif()
    list(APPEND owners ${CMAKE_MATCH_1})
  endforeach()
  set(${variable} ${owners} PARENT_SCOPE)
endfunction()

# A text as a string of JSON.
function(quote variable text)
  string(REPLACE "\\" "\\\\" text "${text}")
  string(REPLACE "\"" "\\\"" text "${text}")
  foreach(code IN ITEMS 8 b 9 t 10 n 12 f 13 r)
    if(code MATCHES "^[0-9]+$")
      string(ASCII ${code} character)
    else()
      string(REPLACE "${character}" "\\${code}" text "${text}")
    endif()
  endforeach()
  set(${variable} "\"${text}\"" PARENT_SCOPE)
endfunction()

set(parts "")      # JSON of the packages
set(relations "")  # and of what the program has to do with them
set(own_texts "")  # licences without a name in SPDX's list
set(licences "Menagerie contains or is linked to these works. Their licences:\n")

function(add_part kind name version licence text_file purl comment)
  string(REGEX REPLACE "[^A-Za-z0-9.-]" "-" id ${name})
  set(id "SPDXRef-${kind}-${id}")
  if(comment)
    set(comment ", \"comment\": \"${comment}\"")
  endif()
  string(APPEND parts ",\n  {\"SPDXID\": \"${id}\", \"name\": \"${name}\", \"versionInfo\": \"${version}\", \"downloadLocation\": \"NOASSERTION\", \"filesAnalyzed\": false, \
\"licenseConcluded\": \"NOASSERTION\", \"licenseDeclared\": \"${licence}\", \"copyrightText\": \"NOASSERTION\", \
\"externalRefs\": [{\"referenceCategory\": \"PACKAGE-MANAGER\", \"referenceType\": \"purl\", \"referenceLocator\": \"${purl}\"}]${comment}}")
  string(APPEND relations ",\n  {\"spdxElementId\": \"SPDXRef-menagerie\", \"relationshipType\": \"DEPENDS_ON\", \"relatedSpdxElement\": \"${id}\"}")
  file(READ ${text_file} text)
  string(REGEX REPLACE "[ \t\r\n]+$" "" text "${text}")
  string(REPEAT "=" 78 rule)
  string(APPEND licences "\n${rule}\n${name} ${version}\n${rule}\n\n${text}\n")
  set(parts "${parts}" PARENT_SCOPE)
  set(relations "${relations}" PARENT_SCOPE)
  set(licences "${licences}" PARENT_SCOPE)
endfunction()

run(linked ldd ${PROGRAM})
string(REGEX MATCHALL "=> /[^ \n]+" libraries "${linked}")
run(installed dpkg-query -W "-f=\${Package}\n")
string(REPLACE "\n" ";" packages "${installed}")
list(FILTER packages INCLUDE REGEX "^(libboost[0-9.]*-dev|libhowardhinnant-date-dev|nlohmann-json3-dev|libcli11-dev|libsqlitecpp-dev)$")
list(TRANSFORM libraries REPLACE "^=> " "")
owners_of(owners ${libraries})
list(APPEND packages ${owners})
list(REMOVE_DUPLICATES packages)
list(SORT packages)

file(STRINGS /etc/os-release distribution REGEX "^ID=")
string(REGEX REPLACE "^ID=|\"" "" distribution "${distribution}")
foreach(name IN LISTS packages)
  run(fields dpkg-query -W "-f=\${Version} \${Architecture} \${source:Package}\n" ${name})
  string(REGEX MATCH "^([^ ]+) ([^ ]+) ([^\n]+)" fields "${fields}")
  set(version ${CMAKE_MATCH_1})
  set(architecture ${CMAKE_MATCH_2})
  set(source ${CMAKE_MATCH_3})
  set(copyright /usr/share/doc/${name}/copyright)
  file(READ ${copyright} text)
  licence_of(licence ${source} "${text}")
  if(NOT licence)  # it brings its text along
    string(REGEX REPLACE "[^A-Za-z0-9.-]" "-" licence "LicenseRef-debian-${name}")
    quote(text "${text}")
    string(APPEND own_texts ",\n  {\"licenseId\": \"${licence}\", \"name\": \"licence of ${name}\", \"extractedText\": ${text}}")
  endif()
  string(REPLACE ":" "%3A" in_address ${version})
  string(REPLACE "+" "%2B" in_address ${in_address})
  add_part(deb ${name} ${version} "${licence}" ${copyright} "pkg:deb/${distribution}/${name}@${in_address}?arch=${architecture}" "source package ${source}")
endforeach()

file(READ ${FONTS}/packages.json fonts)
string(JSON last LENGTH "${fonts}")
math(EXPR last "${last} - 1")
foreach(i RANGE ${last})
  foreach(member name version license text)
    string(JSON ${member} GET "${fonts}" ${i} ${member})
  endforeach()
  string(REPLACE "@" "%40" in_address ${name})
  add_part(npm ${name} ${version} ${license} ${FONTS}/${text} "pkg:npm/${in_address}@${version}" "")
endforeach()

run(version ${PROGRAM} --version)  # "menagerie 0.1.0", with what it was built from in the lines below
string(REGEX REPLACE "^[^ ]+ ([^ \n]+).*$" "\\1" version "${version}")
file(SHA256 ${PROGRAM} hash)
string(TIMESTAMP created "%Y-%m-%dT%H:%M:%SZ" UTC)  # of SOURCE_DATE_EPOCH, where it is set
if(own_texts)
  string(SUBSTRING "${own_texts}" 1 -1 own_texts)
  set(own_texts ",\n \"hasExtractedLicensingInfos\": [${own_texts}\n ]")
endif()
file(WRITE ${OUT}/sbom.spdx.json "{
 \"spdxVersion\": \"SPDX-2.3\", \"dataLicense\": \"CC0-1.0\", \"SPDXID\": \"SPDXRef-DOCUMENT\", \"name\": \"menagerie-${version}\",
 \"documentNamespace\": \"https://spdx.org/spdxdocs/menagerie-${version}-${hash}\",
 \"creationInfo\": {\"created\": \"${created}\", \"creators\": [\"Tool: menagerie-packaging\"]},
 \"packages\": [
  {\"SPDXID\": \"SPDXRef-menagerie\", \"name\": \"menagerie\", \"versionInfo\": \"${version}\", \"downloadLocation\": \"NOASSERTION\", \"filesAnalyzed\": false, \
\"licenseConcluded\": \"MIT\", \"licenseDeclared\": \"MIT\", \"copyrightText\": \"NOASSERTION\"}${parts}
 ]${own_texts},
 \"relationships\": [
  {\"spdxElementId\": \"SPDXRef-DOCUMENT\", \"relationshipType\": \"DESCRIBES\", \"relatedSpdxElement\": \"SPDXRef-menagerie\"}${relations}
 ]
}
")
file(WRITE ${OUT}/THIRD-PARTY-LICENSES "${licences}")
execute_process(COMMAND gzip -9nf ${OUT}/THIRD-PARTY-LICENSES COMMAND_ERROR_IS_FATAL ANY)
