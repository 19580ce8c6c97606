/// JavaScript numbers and bigints: every operation that is not an operator of C++. Their text is `number/number_text.hpp`, apart,
/// because of its table.
#pragma once

#include <rowfuse/base/constants.hpp>
#include <rowfuse/number/bigint.hpp>
#include <rowfuse/number/int128.hpp>
#include <rowfuse/number/remainder.hpp>
