// The kernels of groups_check.cpp.
#include "groups_check.hpp"

#include <rowfuse/cuda/dispatch_groups.cuh>

namespace bench {

rf::cuda::GroupEntry const& numbers_on_device = rf::cuda::group_entry<Numbers>;
rf::cuda::GroupEntry const& pairs_on_device = rf::cuda::group_entry<Pairs>;
rf::cuda::GroupEntry const& words_on_device = rf::cuda::group_entry<Words>;

}  // namespace bench
