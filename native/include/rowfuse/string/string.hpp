/// JavaScript strings: the types and every operation.
#pragma once

#include <rowfuse/string/form/literal.hpp>
#include <rowfuse/string/form/rope.hpp>
#include <rowfuse/string/form/text.hpp>
#include <rowfuse/string/form/view.hpp>
#include <rowfuse/string/memory/write.hpp>
#include <rowfuse/string/part/slice.hpp>
#include <rowfuse/string/part/substring.hpp>
#include <rowfuse/string/part/trim.hpp>
#include <rowfuse/string/search/compare.hpp>
#include <rowfuse/string/search/ends_with.hpp>
#include <rowfuse/string/search/includes.hpp>
#include <rowfuse/string/search/index_of.hpp>
#include <rowfuse/string/search/last_index_of.hpp>
#include <rowfuse/string/search/starts_with.hpp>
#include <rowfuse/string/unit/code_points.hpp>
#include <rowfuse/string/unit/end_position.hpp>
#include <rowfuse/string/unit/length.hpp>
#include <rowfuse/string/unit/length_tests.hpp>
#include <rowfuse/string/unit/position.hpp>
#include <rowfuse/string/unit/unit_at.hpp>
