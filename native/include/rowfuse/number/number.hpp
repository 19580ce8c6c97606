/// JavaScript numbers: every operation that is not an operator of C++. Their text is `number/number_text.hpp`, apart,
/// because of its table.
#pragma once

#include <rowfuse/number/constants.hpp>
#include <rowfuse/number/remainder.hpp>
#include <rowfuse/value/value.hpp>
