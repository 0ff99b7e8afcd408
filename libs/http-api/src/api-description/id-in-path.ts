import { Param, type PipeTransform } from '@nestjs/common';
import { ApiParam } from '@nestjs/swagger';

/** Parameter decorator: an id in the path, which the API description shows. */
export function IdInPath(name: string, ...pipes: PipeTransform[]): ParameterDecorator {
  return (prototype, method = '', index) => {
    Param(name, ...pipes)(prototype, method, index);
    const descriptor = Object.getOwnPropertyDescriptor(prototype, method);
    if (descriptor) ApiParam({ name, format: 'uuid' })(prototype, method, descriptor);
  };
}
