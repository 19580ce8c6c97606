/// Operations on JavaScript values of any type.
#pragma once

#include <rowfuse/value/coalesce.hpp>
#include <rowfuse/value/equal.hpp>
#include <rowfuse/value/member.hpp>
#include <rowfuse/value/less.hpp>
#include <rowfuse/value/to_number.hpp>
#include <rowfuse/value/truthy.hpp>
#include <rowfuse/value/variant.hpp>
