<?php
/**
 * Reads an export of the service: no WordPress in here.
 *
 * @package ServiceConnector
 */

namespace ServiceConnector;

/**
 * One JSON object on each line, with `type` and `record`.
 */
final class Personal_Data {

	/**
	 * @param string $lines As the service sent them. A broken line is left out.
	 * @return array[] `type`, and `values`: name and text of each.
	 */
	public static function rows( string $lines ): array {
		$rows = array();
		foreach ( explode( "\n", $lines ) as $line ) {
			$row = json_decode( $line, true );
			if ( ! is_array( $row ) || ! isset( $row['type'], $row['record'] ) || ! is_array( $row['record'] ) ) {
				continue;
			}
			$rows[] = array(
				'type'   => (string) $row['type'],
				'values' => array_merge( array( array( 'type', (string) $row['type'] ) ), self::flat( '', $row['record'] ) ),
			);
		}
		return $rows;
	}

	/**
	 * @param string $prefix Of the names.
	 * @param array  $record Nested.
	 * @return array[]
	 */
	private static function flat( string $prefix, array $record ): array {
		$values = array();
		foreach ( $record as $name => $value ) {
			if ( is_array( $value ) ) {
				$values = array_merge( $values, self::flat( $prefix . $name . '.', $value ) );
			} elseif ( null !== $value && '' !== $value ) {
				$values[] = array( $prefix . $name, is_bool( $value ) ? ( $value ? 'true' : 'false' ) : (string) $value );
			}
		}
		return $values;
	}
}
