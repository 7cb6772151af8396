import styles from './drawing.module.css'

interface Point {
  readonly x: number
  readonly y: number
  /** Depth; 0 is the picture plane. */
  readonly z: number
}

const room = { left: 20.5, right: 460.5, top: 20.5, floor: 360.5, back: 1.8 }
const vanishingPoint = { x: 222.5, y: 182.5 }

/** The drawing for 3D visualization: a room in one-point perspective. */
export function RoomDrawing() {
  const { left, right, top, floor, back } = room
  return (
    <svg className={styles.drawing} viewBox="19 11 443 362" aria-hidden>
      <path className={styles.thin} d={tiles()} />
      <path className={styles.thick} d={frontRectangle(0, left, right, top, floor)} />
      <path className={styles.thick} d={frontRectangle(back, left, right, top, floor)} />
      <path d={edges()} />
      <path d={wallRectangle(left, 0.22, 0.6, 110, floor) + wallRectangle(left, 0.25, 0.57, 118, floor)} />
      <path d={wallRectangle(right, 0.3, 1.2, 80, 250) + wallRectangle(right, 0.33, 1.15, 88, 242)} />
      <path className={styles.thin} d={wallRectangle(right, 0.55, 0.85, 88, 242)} />
      <path
        d={wallRectangle(left, 1, 1.5, floor - 150, floor - 142) + wallRectangle(left, 1, 1.5, floor - 90, floor - 82)}
      />
      <path d={tableLegs()} />
      <path className={styles.solid} d={tableTop()} />
      <path d={line({ x: 250, y: top, z: 0.75 }, { x: 250, y: 118, z: 0.75 })} />
      <ellipse {...lamp()} />
      <path
        className={styles.thin}
        d={`M${vanishingPoint.x} 20.5v340M20.5 ${vanishingPoint.y}h440`}
        strokeDasharray="14 4 2 4"
      />
      <path d={`M${vanishingPoint.x - 5} ${vanishingPoint.y}h10M${vanishingPoint.x} ${vanishingPoint.y - 5}v10`} />
    </svg>
  )
}

function edges(): string {
  const { left, right, top, floor, back } = room
  return [left, right].flatMap((x) => [top, floor].map((y) => line({ x, y, z: 0 }, { x, y, z: back }))).join('')
}

function tiles(): string {
  const { left, right, floor, back } = room
  const lengthwise = [1, 2, 3, 4, 5, 6, 7].map((n) => left + ((right - left) * n) / 8)
  const crosswise = [0.22, 0.44, 0.66, 0.88, 1.1, 1.32, 1.54]
  return [
    ...lengthwise.map((x) => line({ x, y: floor, z: 0 }, { x, y: floor, z: back })),
    ...crosswise.map((z) => line({ x: left, y: floor, z }, { x: right, y: floor, z })),
  ].join('')
}

const table = { x1: 190, x2: 370, y1: 292, y2: 300, z1: 0.55, z2: 0.95 }

function tableLegs(): string {
  const { x1, x2, y2, z1, z2 } = table
  const legs = [x1 + 8, x2 - 8].flatMap((x) => [z1, z2].map((z) => ({ x, y: y2, z })))
  return legs.map((top) => line(top, { ...top, y: room.floor })).join('')
}

function tableTop(): string {
  const { x1, x2, y1, y2, z1, z2 } = table
  const top = [
    { x: x1, y: y1, z: z1 },
    { x: x2, y: y1, z: z1 },
    { x: x2, y: y1, z: z2 },
    { x: x1, y: y1, z: z2 },
  ]
  return polygon(top) + frontRectangle(z1, x1, x2, y1, y2)
}

function lamp() {
  const { x, y } = project({ x: 250, y: 124, z: 0.75 })
  return { cx: x, cy: y + 3, rx: 22, ry: 7 }
}

/** A rectangle parallel to the picture plane. */
function frontRectangle(z: number, left: number, right: number, top: number, bottom: number): string {
  return polygon([
    { x: left, y: top, z },
    { x: right, y: top, z },
    { x: right, y: bottom, z },
    { x: left, y: bottom, z },
  ])
}

function wallRectangle(x: number, near: number, far: number, top: number, bottom: number): string {
  return polygon([
    { x, y: top, z: near },
    { x, y: top, z: far },
    { x, y: bottom, z: far },
    { x, y: bottom, z: near },
  ])
}

function line(from: Point, to: Point): string {
  return `M${coordinates(from)}L${coordinates(to)}`
}

function polygon(corners: readonly Point[]): string {
  return `M${corners.map(coordinates).join('L')}z`
}

function coordinates(point: Point): string {
  const { x, y } = project(point)
  return `${x.toFixed(1)} ${y.toFixed(1)}`
}

/** Projects a point onto the picture plane. */
function project({ x, y, z }: Point): { x: number; y: number } {
  const scale = 1 / (1 + z)
  return { x: vanishingPoint.x + (x - vanishingPoint.x) * scale, y: vanishingPoint.y + (y - vanishingPoint.y) * scale }
}
