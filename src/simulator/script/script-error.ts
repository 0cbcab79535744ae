/** A script that cannot be played. The message begins with the path of what is wrong. */
export class ScriptError extends TypeError {
  override readonly name = "ScriptError";
  /** Such as `steps[2].name`; empty for the script as a whole. */
  readonly path: string;
  readonly problem: string;

  constructor(path: string, problem: string) {
    super(path === "" ? problem : `${path}: ${problem}`);
    this.path = path;
    this.problem = problem;
  }
}
