/** Stacks the tables of Swagger UI on narrow screens, where the examples in the second column would be about twenty characters wide. */
export const narrowPages = `
.swagger-ui .responses-table .response-col_links { display: none }
@media (max-width: 480px) {
  .swagger-ui .wrapper, .swagger-ui .responses-inner { padding-left: 10px; padding-right: 10px }
  .swagger-ui :is(.parameters, .responses-table), .swagger-ui :is(.parameters, .responses-table) > tbody, .swagger-ui :is(.parameters, .responses-table) > tbody > tr { display: block }
  .swagger-ui :is(.parameters, .responses-table) > thead { display: none }
  .swagger-ui :is(.parameters, .responses-table) > tbody > tr > td:not(.response-col_links) { display: block; width: auto; min-width: 0; max-width: none; padding: 6px 0 }
}`;
