/// Arrays: the type and every operation.
#pragma once

#include <rowfuse/array/access.hpp>
#include <rowfuse/array/changes.hpp>
#include <rowfuse/array/copies.hpp>
#include <rowfuse/array/presence.hpp>
#include <rowfuse/array/store.hpp>
