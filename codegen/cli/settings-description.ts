// Apart from what reads settings: the command line shows it, and need not load that.
// Apart from what reads settings: the command line shows it, and need not load that.

/** For `--help`. */
export const settingsDescription = `Settings of a project are in rowfuse.config.json, or under "rowfuse" in package.json:
  { "sources": ["src/**/*.ts"], "out": "generated", "cudaArch": "90", "cuda": true, "library": false }
Then \`rowfuse build\` alone builds the whole project.`;
