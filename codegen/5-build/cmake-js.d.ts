declare module 'cmake-js' {
  interface Options {
    directory: string;
    out: string;
    config: 'Release' | 'Debug';
    generator: string;
    cmakePath: string;
    cppCompilerPath: string;
    cCompilerPath: string;
    cMakeOptions: Readonly<Record<string, string>>;
    parallel?: string;
    /** Prints nothing: messages go to the `debug` package. */
    noLog: boolean;
    /** Takes headers from `node-api-headers` instead of downloading those of a Node release. */
    isNodeApi?: boolean;
  }

  export class BuildSystem {
    constructor(options: Options);
    readonly options: Options;
    getConfigureCommand(): Promise<readonly string[]>;
    getBuildCommand(): Promise<readonly string[]>;
  }
}
