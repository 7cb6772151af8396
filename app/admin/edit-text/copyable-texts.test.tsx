import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { CopyableTexts } from './copyable-texts.tsx'

test('the copy button says whether it copies one text or several', () => {
  const render = (...fields: string[]) => {
    const texts = fields.map((field) => ({ field, text: 'Water Tower' }))
    return renderToStaticMarkup(<CopyableTexts texts={texts} message="This value was deleted before you saved." />)
  }
  expect(render('title')).toContain('>Copy text</button>')
  expect(render('title', 'text')).toContain('>Copy texts</button>')
})
