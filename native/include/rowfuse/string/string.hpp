/// JavaScript strings: the types and every operation.
#pragma once

#include <rowfuse/string/code_points.hpp>
#include <rowfuse/string/compare.hpp>
#include <rowfuse/string/ends_with.hpp>
#include <rowfuse/string/includes.hpp>
#include <rowfuse/string/index_of.hpp>
#include <rowfuse/string/last_index_of.hpp>
#include <rowfuse/string/length.hpp>
#include <rowfuse/string/literal.hpp>
#include <rowfuse/string/position.hpp>
#include <rowfuse/string/rope.hpp>
#include <rowfuse/string/slice.hpp>
#include <rowfuse/string/starts_with.hpp>
#include <rowfuse/string/substring.hpp>
#include <rowfuse/string/text.hpp>
#include <rowfuse/string/trim.hpp>
#include <rowfuse/string/unit_at.hpp>
#include <rowfuse/string/view.hpp>
#include <rowfuse/string/write.hpp>
