extern "C" char const* build_hash() { return ROWFUSE_BUILD_HASH; }
