import { expect, test, vi } from 'vitest'
import { clientAddressFinder, networkOf } from './client-address.ts'

test.each([
  // No trusted proxy: the peer, whatever the header says.
  [[], '203.0.113.9', '198.51.100.1', '203.0.113.9'],
  [[], '::ffff:203.0.113.9', undefined, '203.0.113.9'],
  [[], undefined, '198.51.100.1', 'unknown'],
  // One proxy: the entry that it added.
  [['127.0.0.1'], '127.0.0.1', undefined, '127.0.0.1'],
  [['127.0.0.1'], '::ffff:127.0.0.1', '198.51.100.1', '198.51.100.1'],
  [['127.0.0.1'], '127.0.0.1', '6.6.6.6, 198.51.100.1', '198.51.100.1'],
  [['127.0.0.1'], '203.0.113.9', '198.51.100.1', '203.0.113.9'],
  // A chain of proxies.
  [['10.0.0.0/8', '::1'], '::1', '6.6.6.6, 198.51.100.1, 10.1.2.3, 10.9.9.9', '198.51.100.1'],
  [['10.0.0.0/8'], '10.0.0.1', '10.0.0.2', '10.0.0.2'],
  [['fd00::/8'], 'fd00::1', '[2001:db8::7]:4711', '2001:db8::7'],
  [['10.0.0.0/8'], '10.0.0.1', '198.51.100.1:4711', '198.51.100.1'],
  // An entry that is not an address is ignored, and so are those to its left.
  [['10.0.0.1'], '10.0.0.1', 'unknown', '10.0.0.1'],
  [['10.0.0.1'], '10.0.0.1', '198.51.100.1, <script>', '10.0.0.1'],
  [['10.0.0.1'], '10.0.0.1', '', '10.0.0.1'],
  [['10.0.0.1'], '10.0.0.1', ',,,', '10.0.0.1'],
])(
  'with %j trusted, a request from %s with X-Forwarded-For %j has the client address %s',
  (trusted, peer, forwardedFor, client) => {
    expect(clientAddressFinder(trusted)(peer, forwardedFor)).toBe(client)
  },
)

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::', '2001:db8:1:2::/64'],
  ['2001:0db8::6', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['unknown', 'unknown'],
])('%s is counted as %s', (client, network) => expect(networkOf(client)).toBe(network))

test('a peer that forwards an address without being trusted is reported', () => {
  const onIgnored = vi.fn()
  const find = clientAddressFinder(['10.0.0.0/8'], onIgnored)
  find('10.0.0.1', '198.51.100.1')
  find('203.0.113.9', undefined)
  expect(onIgnored).not.toHaveBeenCalled()
  find('::ffff:203.0.113.9', '198.51.100.1')
  expect(onIgnored.mock.calls).toEqual([['203.0.113.9']])
})
