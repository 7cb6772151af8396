import styles from './drawing.module.css'

interface Point {
  readonly x: number
  readonly y: number
  /** Depth; 0 is the plane of the paper. */
  readonly z: number
}

const room = { left: 20.5, right: 460.5, top: 20.5, floor: 360.5, back: 1.8 }
const eye = { x: 222.5, y: 182.5 }

/** 3D visualization: the room in one-point perspective, before it is built. */
export function RoomInLines() {
  const { left, right, top, floor, back } = room
  return (
    <svg className={styles.drawing} viewBox="19 11 443 362" aria-hidden>
      <path className={styles.thin} d={tiles()} />
      <path className={styles.strong} d={upright(0, left, right, top, floor)} />
      <path className={styles.strong} d={upright(back, left, right, top, floor)} />
      <path d={edges()} />
      <path d={onWall(left, 0.22, 0.6, 110, floor) + onWall(left, 0.25, 0.57, 118, floor)} />
      <path d={onWall(right, 0.3, 1.2, 80, 250) + onWall(right, 0.33, 1.15, 88, 242)} />
      <path className={styles.thin} d={onWall(right, 0.55, 0.85, 88, 242)} />
      <path d={onWall(left, 1, 1.5, floor - 150, floor - 142) + onWall(left, 1, 1.5, floor - 90, floor - 82)} />
      <path d={table()} />
      <path d={line({ x: 250, y: top, z: 0.75 }, { x: 250, y: 118, z: 0.75 })} />
      <ellipse {...lamp()} />
      <path className={styles.thin} d={`M${eye.x} 20.5v340M20.5 ${eye.y}h440`} strokeDasharray="14 4 2 4" />
      <path d={`M${eye.x - 5} ${eye.y}h10M${eye.x} ${eye.y - 5}v10`} />
    </svg>
  )
}

function edges(): string {
  const { left, right, top, floor, back } = room
  return [left, right].flatMap((x) => [top, floor].map((y) => line({ x, y, z: 0 }, { x, y, z: back }))).join('')
}

function tiles(): string {
  const { left, right, floor, back } = room
  const along = [1, 2, 3, 4, 5, 6, 7].map((n) => left + ((right - left) * n) / 8)
  const across = [0.22, 0.44, 0.66, 0.88, 1.1, 1.32, 1.54]
  return [
    ...along.map((x) => line({ x, y: floor, z: 0 }, { x, y: floor, z: back })),
    ...across.map((z) => line({ x: left, y: floor, z }, { x: right, y: floor, z })),
  ].join('')
}

function table(): string {
  const [x1, x2, y1, y2, z1, z2] = [190, 370, 292, 300, 0.55, 0.95]
  const legs = [
    [x1 + 8, z1],
    [x2 - 8, z1],
    [x2 - 8, z2],
    [x1 + 8, z2],
  ] as const
  return [
    shape([
      { x: x1, y: y1, z: z1 },
      { x: x2, y: y1, z: z1 },
      { x: x2, y: y1, z: z2 },
      { x: x1, y: y1, z: z2 },
    ]),
    upright(z1, x1, x2, y1, y2),
    ...legs.map(([x, z]) => line({ x, y: y2, z }, { x, y: room.floor, z })),
  ].join('')
}

function lamp() {
  const { x, y } = seen({ x: 250, y: 124, z: 0.75 })
  return { cx: x, cy: y + 3, rx: 22, ry: 7 }
}

/** A rectangle parallel to the paper. */
function upright(z: number, left: number, right: number, top: number, bottom: number): string {
  return shape([
    { x: left, y: top, z },
    { x: right, y: top, z },
    { x: right, y: bottom, z },
    { x: left, y: bottom, z },
  ])
}

/** A rectangle on a side wall. */
function onWall(x: number, near: number, far: number, top: number, bottom: number): string {
  return shape([
    { x, y: top, z: near },
    { x, y: top, z: far },
    { x, y: bottom, z: far },
    { x, y: bottom, z: near },
  ])
}

function line(from: Point, to: Point): string {
  return `M${pair(from)}L${pair(to)}`
}

function shape(corners: readonly Point[]): string {
  return `M${corners.map(pair).join('L')}z`
}

function pair(point: Point): string {
  const { x, y } = seen(point)
  return `${x.toFixed(1)} ${y.toFixed(1)}`
}

/** Where a point appears on the paper: the further away, the nearer to the eye's own point. */
function seen({ x, y, z }: Point): { x: number; y: number } {
  const scale = 1 / (1 + z)
  return { x: eye.x + (x - eye.x) * scale, y: eye.y + (y - eye.y) * scale }
}
