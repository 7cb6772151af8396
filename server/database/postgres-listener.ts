import pg from 'pg'

const connectTimeoutMs = 2_000
const reconnectAfterMs = 250

/**
 * Calls `onChange` when any process has committed changes to the PostgreSQL database at `url`, and after every
 * (re)connection, because changes may have been missed. Returns the function that stops it. A connection that breaks
 * unnoticed, for example with a cable, is not detected.
 */
export function listenForPostgresChanges(url: string, onChange: () => void): () => void {
  let stopped = false
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined

  const connect = async () => {
    const opened = new pg.Client({ connectionString: url, connectionTimeoutMillis: connectTimeoutMs, keepAlive: true })
    client = opened
    opened.on('notification', onChange)
    // The event `end` follows.
    opened.on('error', () => {})
    opened.on('end', () => {
      if (!stopped) timer = setTimeout(() => void connect(), reconnectAfterMs)
    })
    try {
      await opened.connect()
      await opened.query('listen changes')
      onChange()
    } catch {
      await opened.end().catch(() => {})
    }
  }
  void connect()
  return () => {
    stopped = true
    clearTimeout(timer)
    // Not awaited: a server that hangs would not close the connection.
    void client?.end()
  }
}
