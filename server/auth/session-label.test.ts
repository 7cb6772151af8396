import { expect, test } from 'vitest'
import { sessionLabelOf } from './session-label.ts'

const webKit = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'
const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36'
const iPhone = `Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) ${webKit}`

test.each([
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Windows'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Edg/150.0.0.0`, 'Edge on Windows'],
  [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webKit} Version/26.0 Safari/605.1.15`, 'Safari on Mac'],
  [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${chrome} OPR/120.0.0.0`, 'Opera on Mac'],
  [`${iPhone} Version/26.0 Mobile/15E148 Safari/604.1`, 'Safari on iPhone'],
  [`${iPhone} CriOS/150.0.0.0 Mobile/15E148 Safari/604.1`, 'Chrome on iPhone'],
  [`Mozilla/5.0 (Linux; Android 16; SM-S938B) SamsungBrowser/28.0 ${chrome}`, 'Samsung Internet on Android'],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${chrome}`, 'Chrome on ChromeOS'],
  ['curl/8.5.0', ''],
  ['', ''],
  [`<script> ${'x'.repeat(10_000)}`, ''],
])('%s has the label %j', (userAgent, label) => {
  expect(sessionLabelOf(userAgent)).toBe(label)
})
