export function takeLock(lock: string): (() => void) | null
