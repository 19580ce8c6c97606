#pragma once

#include <string>

#include <rowfuse/binding.hpp>

namespace rowfuse::node {

/// The transform of that name, or null.
inline Registration const* find_transform(std::string const& name) {
  Registration const* transform = Registration::first();
  while (transform != nullptr && name != transform->name) transform = transform->next;
  return transform;
}

}  // namespace rowfuse::node
