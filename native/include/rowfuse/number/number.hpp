/// JavaScript numbers and bigints: every operation that is not a C++ operator. Their text is in `number/text/number_text.hpp`, which is
/// separate because of its table.
#pragma once

#include <rowfuse/base/constants.hpp>
#include <rowfuse/number/bigint/bigint.hpp>
#include <rowfuse/number/bigint/int128.hpp>
#include <rowfuse/number/remainder.hpp>
