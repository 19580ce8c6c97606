extern "C" int binding() { return 1; }
