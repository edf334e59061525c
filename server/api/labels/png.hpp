// Drawings as PNG files: in at most 256 colours, which a card needs no more of, and which is a tenth of the
// time and the bytes of all colours. Pure functions; any thread.
#pragma once

#include <string>

using cairo_surface_t = struct _cairo_surface;

namespace menagerie::api::labels {

/// Precondition: an image surface of format RGB24, whose drawing is done. Throws std::runtime_error where
/// libpng fails.
std::string png_of(cairo_surface_t* image);

}  // namespace menagerie::api::labels
