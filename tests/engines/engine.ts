/** A browser engine that tests drive from outside. */
export interface Engine {
  readonly name: string
  /** The programs that are missing on this machine. */
  readonly missing: readonly string[]
  /** Opens a window with a fresh profile on a screen with this many device pixels per CSS pixel. */
  open(density: number): Promise<BrowserWindow>
}

/** A window with one page. Selectors are CSS selectors of one element. */
export interface BrowserWindow {
  /** Changes the size of the viewport in CSS pixels; a toolbar may take some of the height. */
  resize(width: number, height: number): Promise<void>
  /** Opens a URL and waits until it has loaded. */
  open(url: string): Promise<void>
  /** Runs a function in the page. The function cannot use variables from outside. */
  evaluate<Args extends unknown[], Result>(run: (...args: Args) => Result, ...args: Args): Promise<Result>
  /** Clicks the centre of the element. Fails if another element covers it. */
  click(selector: string): Promise<void>
  /** Replaces the value of a field key by key. */
  type(selector: string, text: string): Promise<void>
  press(key: Key): Promise<void>
  chooseFile(selector: string, path: string): Promise<void>
  /** A PNG of the viewport. */
  screenshot(): Promise<Buffer>
  close(): Promise<void>
}

/** The WebDriver codes of the keys that tests press. */
export const keys = {
  Enter: '\uE007',
  Escape: '\uE00C',
  Tab: '\uE004',
  ArrowRight: '\uE014',
  '+': '+',
} as const
export type Key = keyof typeof keys
