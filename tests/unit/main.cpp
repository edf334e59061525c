// The main() of every test executable where Catch2 is one header, compiled once.
#define CATCH_CONFIG_MAIN
#include <catch2/catch.hpp>
