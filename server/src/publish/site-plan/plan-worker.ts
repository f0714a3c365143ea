import { serveLimited } from '../../process/limited-work.ts';
import { type PlanRequest, drawPlan } from './draw-plan.ts';

serveLimited<PlanRequest, null>((request, onProgress) => drawPlan(request, () => onProgress(null)));
