#pragma once

/// Everything that a generated row function may name. The same header serves g++ and nvcc.
#include <rowfuse/base/macros.hpp>
#include <rowfuse/base/maybe.hpp>
#include <rowfuse/number/number.hpp>
#include <rowfuse/row/decode.hpp>
#include <rowfuse/row/put.hpp>
#include <rowfuse/row/row_values.hpp>
#include <rowfuse/row/schema.hpp>
#include <rowfuse/string/string.hpp>
#include <rowfuse/value/value.hpp>
