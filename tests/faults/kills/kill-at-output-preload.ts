// Loaded into a command's process before its own code (`node --import`). Kills it once it has printed this text.
const text = process.env['ENFILADE_KILL_AT'] ?? ''
const { stdout } = process
const write = stdout.write.bind(stdout) as (chunk: string) => boolean

stdout.write = (chunk: string | Uint8Array) => {
  const written = write(String(chunk))
  if (String(chunk).includes(text)) process.kill(process.pid, 'SIGKILL')
  return written
}
