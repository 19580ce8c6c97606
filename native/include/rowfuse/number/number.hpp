/// JavaScript numbers and bigints: every operation that is not an operator of C++. Their text is `number/text/number_text.hpp`, apart,
/// because of its table.
#pragma once

#include <rowfuse/base/constants.hpp>
#include <rowfuse/number/bigint/bigint.hpp>
#include <rowfuse/number/bigint/int128.hpp>
#include <rowfuse/number/remainder.hpp>
