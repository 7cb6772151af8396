import pg from 'pg'

const connectTimeoutMs = 2_000
const reconnectAfterMs = 250
/** The idle time before ten probes, one per second (Node's defaults). If none is answered, the connection is closed. */
const keepAliveAfterMs = 10_000

export interface ChangeListener {
  /** Called when any process has committed changes, and after each connection, because changes may have been missed. */
  readonly onChange: () => void
  /** Called for the first of several failures in a row. */
  readonly onFailure: (error: unknown) => void
}

export function listenForPostgresChanges(url: string, { onChange, onFailure }: ChangeListener): () => void {
  let isStopped = false
  let hasFailed = false
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined

  // A notification may already have been received when the listener is stopped.
  const notify = () => {
    if (!isStopped) onChange()
  }
  const reconnect = (error: unknown) => {
    if (isStopped) return
    if (!hasFailed) onFailure(error)
    hasFailed = true
    timer = setTimeout(() => void connect(), reconnectAfterMs)
  }
  const connect = async () => {
    try {
      client = openClient(url)
    } catch (error) {
      // Thrown if a certificate file that the URL names cannot be read.
      reconnect(error)
      return
    }
    let reason: unknown = new Error('the connection was closed')
    client.on('notification', notify)
    client.on('error', (error) => (reason = error))
    client.on('end', () => reconnect(reason))
    try {
      await client.connect()
      await client.query('listen changes')
      hasFailed = false
      notify()
    } catch (error) {
      reason = error
      await client.end().catch(() => {})
    }
  }
  void connect()
  return () => {
    isStopped = true
    clearTimeout(timer)
    // Not awaited: a server that hangs would not close the connection.
    void client?.end()
  }
}

function openClient(url: string): pg.Client {
  return new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveAfterMs,
  })
}
