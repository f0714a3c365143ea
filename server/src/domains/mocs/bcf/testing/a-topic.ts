import { randomUUID } from 'node:crypto';
import type { BcfTopic } from '../bcf-topic.ts';

/** A topic that has everything; `change` replaces parts. */
export function aTopic(change: Partial<BcfTopic> = {}): BcfTopic {
  return {
    guid: randomUUID(),
    serverAssignedId: 'DOC-1',
    type: 'Change',
    status: 'approved',
    title: 'Replace the pump',
    description: 'First line.\nSecond line.',
    labels: ['Frame: ENU at 138.493200000 -35.078900000 30.0000'],
    priority: 'High',
    assignedTo: 'cara@x.example',
    dueDate: '2026-12-24T00:00:00.000Z',
    createdAt: '2026-11-01T08:00:00.000Z',
    createdBy: 'Ada Example',
    modifiedAt: '2026-11-02T08:00:00.000Z',
    modifiedBy: 'Ben Example',
    comments: [{ guid: randomUUID(), at: '2026-11-01T09:00:00.000Z', author: 'Ben Example', text: 'Agreed.' }],
    documents: [{ guid: randomUUID(), url: 'https://overlook.example/plan', name: 'plan.pdf' }],
    viewpoint: {
      guid: randomUUID(),
      camera: { position: [10.5, -20.25, 35], direction: [0, 0.6, -0.8], up: [0, 0.8, 0.6] },
      selected: ['0k8ya8d1zAKQ6$QW5GK1q4'],
      planes: [{ location: [1, 2, 3], direction: [0, 0, 1] }],
      lines: [
        [
          [10, 5, 1],
          [10, 5, 4],
        ],
      ],
    },
    ...change,
  };
}
