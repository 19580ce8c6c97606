extern "C" int call() { return 2; }
