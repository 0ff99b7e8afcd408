<?php
/**
 * WooCommerce's own word on where orders are.
 *
 * @package ServiceConnector
 */

namespace Automattic\WooCommerce\Utilities;

final class OrderUtil {
	/** @var bool */
	public static $has_tables = false;

	public static function custom_orders_table_usage_is_enabled(): bool {
		return self::$has_tables;
	}
}
