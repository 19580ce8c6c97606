import { float64, list, transform, utf8 } from 'rowfuse';

type Shape =
  | { kind: 'circle'; radius: number }
  | { kind: 'rectangle'; width: number; height: number }
  | { kind: 'triangle'; base: number; height: number };

function parseShape(text: string): Shape | undefined {
  const [kind, ...sizes] = text.trim().split(' ');
  const [a = 0, b = 0] = sizes.map(Number);
  switch (kind) {
    case 'circle':
      return { kind, radius: a };
    case 'rectangle':
      return { kind, width: a, height: b };
    case 'triangle':
      return { kind, base: a, height: b };
    default:
      return undefined;
  }
}

function areaOf(shape: Shape): number {
  switch (shape.kind) {
    case 'circle':
      return Math.PI * shape.radius ** 2;
    case 'rectangle':
      return shape.width * shape.height;
    case 'triangle':
      return (shape.base * shape.height) / 2;
  }
}

/** Computes the areas of shapes like `circle 2; rectangle 3 4`. Unknown shapes are left out. */
export const shapeAreas = transform({
  input: { shapes: utf8 },
  output: list(float64),
  row({ shapes }) {
    const areas: number[] = [];
    for (const text of shapes.split(';')) {
      const shape = parseShape(text);
      if (shape) areas.push(areaOf(shape));
    }
    return areas;
  },
});
