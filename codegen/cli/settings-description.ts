// This is apart from the reader of settings, so that the command line need not load that.

/** Describes settings for `--help`. */
export const settingsDescription = `Settings of a project are in rowfuse.config.json, or under "rowfuse" in package.json:
  { "sources": ["src/**/*.ts"], "out": "generated", "cpuLevel": "x86-64-v3", "cudaArch": "90", "cuda": true, "library": false }
Then \`rowfuse build\` alone builds the whole project.`;
