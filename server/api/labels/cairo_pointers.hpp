// Owners of Cairo's objects. Include it in source files alone: it brings Cairo with it.
#pragma once

#include <cairo/cairo.h>

#include <memory>

namespace menagerie::api::labels {

struct DestroyCairo {
  void operator()(cairo_surface_t* surface) const { cairo_surface_destroy(surface); }
  void operator()(cairo_t* context) const { cairo_destroy(context); }
};
using Surface = std::unique_ptr<cairo_surface_t, DestroyCairo>;
using CairoContext = std::unique_ptr<cairo_t, DestroyCairo>;

}  // namespace menagerie::api::labels
