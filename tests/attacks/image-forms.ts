/** What an admin may do to an image of a project, and the fields of the form apart from the image's id. */
export const imageForms: Readonly<Record<string, Record<string, string>>> = {
  'reorder images': { intent: 'move-image', position: '2' },
  'undo a move of images': { intent: 'undo-move', moveId: 'move' },
  'remove an image': { intent: 'remove-image' },
  'undo a replacement': { intent: 'undo-replacement' },
  'derive a photo again': { intent: 'retry-photo' },
  'choose the cover': { intent: 'use-as-cover' },
  'set the layout of an image': { intent: 'set-layout', layout: 'full' },
  'set the focal point of an image': { intent: 'set-focal-point', x: '0.1', y: '0.9' },
  'edit the caption of an image': { intent: 'set-caption', caption: 'Taken', baseText: '' },
  'edit the alternative text of an image': { intent: 'set-alt-text', alt: 'Taken', baseText: '' },
  'edit the credit of an image': { intent: 'set-credit', credit: 'Taken', baseText: '' },
  'describe images': { intent: 'describe-images', kind: 'render', credit: 'Taken', baseCredit: '' },
}
