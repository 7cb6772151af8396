import { expect, test } from 'vitest'
import { passwordProblem } from './check-password.ts'

const email = 'anna@example.com'

test.each([
  ['seven c', 'The password needs at least 8 characters.'],
  ['🪑'.repeat(7), 'The password needs at least 8 characters.'],
  ['', 'The password needs at least 8 characters.'],
  ['🪑'.repeat(257), 'The password can have at most 256 characters.'],
  ['x'.repeat(1_000_000), 'The password can have at most 256 characters.'],
  ['password1', 'This password is among the most common ones. Please choose another.'],
  ['12345678', 'This password is among the most common ones. Please choose another.'],
  ['PassWord1', 'This password is among the most common ones. Please choose another.'],
  ['Anna@Example.com', 'The password must not be the e-mail address.'],
])('the password %.12s… is refused', (chosen, problem) => expect(passwordProblem(chosen, email)).toBe(problem))

test.each([
  'eight ch',
  '🪑'.repeat(8),
  '🪑'.repeat(256),
  'x'.repeat(256),
  '        ',
  'naïve café \0 \u0301',
  'teak, oak & ash',
])('a password may contain any characters: %.12s', (chosen) => expect(passwordProblem(chosen, email)).toBeNull())
